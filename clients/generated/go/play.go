// Plays one game to its end by the client that openapi-generator makes for Go, and prints its scores. Games that
// SUNDIAL_GAMES names are looked at before, of whatever ruleset they are.
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"strconv"
	"strings"

	sundial "sundial.example/client/go"
)

// What every game has, whatever is played.
type table interface {
	GetId() string
	GetStatus() string
	GetVersion() int32
	GetYourSeat() int32
	GetToMove() int32
	GetScores() []int32
}

func main() {
	configuration := sundial.NewConfiguration()
	configuration.Servers = sundial.ServerConfigurations{{URL: os.Getenv("SUNDIAL_URL")}}
	client := sundial.NewAPIClient(configuration)
	ctx := context.WithValue(context.Background(), sundial.ContextAccessToken, os.Getenv("SUNDIAL_TOKEN"))

	for _, id := range strings.Fields(os.Getenv("SUNDIAL_GAMES")) {
		game, _, err := client.GamesAPI.ShowGame(ctx, id).Execute()
		check(err)
		there, _, err := client.PositionsAPI.ShowPosition(ctx, id).Execute()
		check(err)
		fmt.Printf("%T %T\n", game.GetActualInstance(), there.Position.GetActualInstance())
	}

	me, computer := sundial.NewSeatWish(), sundial.NewSeatWish()
	me.SetMe(true)
	computer.SetAi(1)
	wish := sundial.NewSeasonsGameRequest("seasons", []sundial.SeatWish{*me, *computer})
	made, _, err := client.GamesAPI.SetUpGame(ctx).GameRequest(sundial.SeasonsGameRequestAsGameRequest(wish)).Execute()
	check(err)
	id := made.GetActualInstance().(table).GetId()

	var after int64
	for {
		shown, _, err := client.GamesAPI.ShowGame(ctx, id).Execute()
		check(err)
		game := shown.GetActualInstance().(table)
		switch {
		case game.GetStatus() != "active":
			fmt.Println(id, game.GetStatus(), game.GetScores())
			return
		case game.GetToMove() == game.GetYourSeat():
			legal, _, err := client.MovesAPI.ListLegalActions(ctx, id).Execute()
			check(err)
			move := sundial.NewMoveRequest(game.GetVersion(), legal.GetActions()[0])
			_, _, err = client.MovesAPI.PlayMove(ctx, id).MoveRequest(*move).Execute()
			check(err)
		default:
			from := strconv.FormatInt(after, 10)
			happened, _, err := client.EventsAPI.ListEvents(ctx).Game(id).After(from).Wait(25).Execute()
			check(err)
			after = happened.GetNext()
		}
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
