import java.net.URI;
import java.util.List;
import sundial.ApiClient;
import sundial.ApiException;
import sundial.api.EventsApi;
import sundial.api.GamesApi;
import sundial.api.MovesApi;
import sundial.api.PositionsApi;
import sundial.model.AbstractOpenApiSchema;
import sundial.model.Game;
import sundial.model.GamePosition;
import sundial.model.GameRequest;
import sundial.model.MoveRequest;
import sundial.model.SeasonsGame;
import sundial.model.SeasonsGameRequest;
import sundial.model.SeasonsRuleset;
import sundial.model.SeatWish;

/**
 * Plays one game to its end by the client that openapi-generator makes for Java, and prints its scores. Games that
 * SUNDIAL_GAMES names are looked at before, of whatever ruleset they are.
 */
public final class Play {
    public static void main(String[] arguments) throws ApiException {
        String bearer = "Bearer " + System.getenv("SUNDIAL_TOKEN");
        ApiClient client = new ApiClient();
        client.updateBaseUri(URI.create(System.getenv("SUNDIAL_URL")).toString());
        client.setRequestInterceptor(request -> request.header("Authorization", bearer));
        GamesApi games = new GamesApi(client);
        MovesApi moves = new MovesApi(client);
        EventsApi events = new EventsApi(client);

        PositionsApi positions = new PositionsApi(client);
        for (String id : System.getenv().getOrDefault("SUNDIAL_GAMES", "").split(" ")) {
            if (!id.isEmpty()) {
                GamePosition there = positions.showPosition(id, null, null);
                System.out.println(name(games.showGame(id, null)) + " " + name(there.getPosition()));
            }
        }

        SeasonsGameRequest wish = new SeasonsGameRequest()
            .ruleset(SeasonsRuleset.SEASONS)
            .seats(List.of(new SeatWish().me(true), new SeatWish().ai(1)));
        SeasonsGame game = seasons(games.setUpGame(new GameRequest(wish), null));
        long after = 0;
        while (game.getStatus() == SeasonsGame.StatusEnum.ACTIVE) {
            if (game.getYourSeat().equals(game.getToMove())) {
                String action = moves.listLegalActions(game.getId(), null).getActions().get(0);
                MoveRequest move = new MoveRequest().version(game.getVersion()).move(action);
                moves.playMove(game.getId(), move, null, null);
            } else {
                after = events.listEvents(null, game.getId(), String.valueOf(after), 25, null).getNext();
            }
            game = seasons(games.showGame(game.getId(), null));
        }
        System.out.println(game.getId() + " " + game.getStatus() + " " + game.getScores());
    }

    private static String name(AbstractOpenApiSchema union) {
        return union.getActualInstance().getClass().getSimpleName();
    }

    private static SeasonsGame seasons(Game game) {
        return (SeasonsGame) game.getActualInstance();
    }
}
