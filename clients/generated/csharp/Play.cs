using System;
using System.Collections.Generic;
using Sundial.Api;
using Sundial.Client;
using Sundial.Model;

/// <summary>
/// Plays one game to its end by the client that openapi-generator makes for C#, and prints its scores. Games that
/// SUNDIAL_GAMES names are looked at before, of whatever ruleset they are.
/// </summary>
public static class Play
{
    public static void Main()
    {
        var configuration = new Configuration
        {
            BasePath = Environment.GetEnvironmentVariable("SUNDIAL_URL"),
            AccessToken = Environment.GetEnvironmentVariable("SUNDIAL_TOKEN"),
        };
        var games = new GamesApi(configuration);
        var moves = new MovesApi(configuration);
        var events = new EventsApi(configuration);

        var positions = new PositionsApi(configuration);
        foreach (var id in (Environment.GetEnvironmentVariable("SUNDIAL_GAMES") ?? "").Split(' '))
        {
            if (id != "")
            {
                var (shown, there) = (games.ShowGame(id), positions.ShowPosition(id));
                Console.WriteLine("{0} {1}", shown.ActualInstance.GetType().Name, there.Position.ActualInstance.GetType().Name);
            }
        }

        var seats = new List<SeatWish> { new SeatWish(me: true), new SeatWish(ai: 1) };
        var wish = new SeasonsGameRequest(seats: seats)
        {
            Ruleset = SeasonsRuleset.Seasons,
            Seats = seats,
        };
        var game = games.SetUpGame(new GameRequest(wish)).GetSeasonsGame();
        long after = 0;
        while (game.Status == SeasonsGame.StatusEnum.Active)
        {
            if (game.ToMove == game.YourSeat)
            {
                var action = moves.ListLegalActions(game.Id).Actions[0];
                moves.PlayMove(game.Id, new MoveRequest(move: action) { VarVersion = game.VarVersion, Move = action });
            }
            else
            {
                after = events.ListEvents(game: game.Id, after: after.ToString(), wait: 25).Next;
            }
            game = games.ShowGame(game.Id).GetSeasonsGame();
        }
        Console.WriteLine("{0} {1} {2}", game.Id, game.Status.ToString().ToLowerInvariant(), string.Join(" ", game.Scores));
    }
}
