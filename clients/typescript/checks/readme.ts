import { answer, connect } from "sundial-client";

const sundial = connect("http://127.0.0.1:8000", process.env.SUNDIAL_TOKEN);
const seats = [{ me: true as const }, { ai: 3 }];
const game = answer(await sundial.POST("/api/v1/games", { body: { ruleset: "seasons", seats } }));
const params = { path: { game_id: game.id } };
const legal = answer(await sundial.GET("/api/v1/games/{game_id}/legal-actions", { params }));
const body = { version: game.version, move: legal.actions[0] ?? "" };
const { data, error } = await sundial.POST("/api/v1/games/{game_id}/moves", { params, body });
console.log(error === undefined ? data : `${error.code}: ${error.advice}`);
