//! Plays one game to its end by the client that openapi-generator makes for Rust, and prints its scores. Games that
//! SUNDIAL_GAMES names are looked at before, of whatever ruleset they are.

use std::{env, error::Error};

use sundial::apis::{configuration::Configuration, events_api, games_api, moves_api, positions_api};
use sundial::models::{
    seasons_game::Status, Game, GameRequest, MoveRequest, SeasonsGame, SeasonsGameRequest, SeasonsRuleset,
    SeatWish,
};

fn main() -> Result<(), Box<dyn Error>> {
    let configuration = Configuration {
        base_path: env::var("SUNDIAL_URL")?,
        bearer_access_token: Some(env::var("SUNDIAL_TOKEN")?),
        ..Configuration::default()
    };
    for id in env::var("SUNDIAL_GAMES").unwrap_or_default().split_whitespace() {
        let game = games_api::show_game(&configuration, id, None)?;
        let there = positions_api::show_position(&configuration, id, None, None)?;
        println!("{:.12} {:.12}", format!("{game:?}"), format!("{:?}", there.position));
    }
    let (me, computer) = (SeatWish { me: Some(true), ..SeatWish::new() }, SeatWish { ai: Some(1), ..SeatWish::new() });
    let wish = SeasonsGameRequest::new(SeasonsRuleset::Seasons, vec![me, computer]);
    let mut game = seasons(games_api::set_up_game(&configuration, GameRequest::Seasons(Box::new(wish)), None)?)?;
    let mut after = 0;
    while game.status == Status::Active {
        let id = game.id.as_str();
        if game.to_move == game.your_seat {
            let action = moves_api::list_legal_actions(&configuration, id, None)?.actions.remove(0);
            let answer = MoveRequest::new(game.version, action);
            moves_api::play_move(&configuration, id, answer, None, None)?;
        } else {
            let from = after.to_string();
            after = events_api::list_events(&configuration, None, Some(id), Some(&from), Some(25), None)?.next;
        }
        game = seasons(games_api::show_game(&configuration, id, None)?)?;
    }
    println!("{} {} {:?}", game.id, serde_json::to_value(game.status)?.as_str().unwrap_or_default(), game.scores);
    Ok(())
}

fn seasons(game: Game) -> Result<SeasonsGame, Box<dyn Error>> {
    match game {
        Game::Seasons(seasons) => Ok(*seasons),
        _ => Err("it is another game".into()),
    }
}
