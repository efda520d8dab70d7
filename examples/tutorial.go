// The steps of docs/api.md in Go: signs in, plays a game against the computer to its end, and keeps its record.
//
//	SUNDIAL_URL=http://127.0.0.1:8000 go run tutorial.go ann@example.net
//
// It needs nothing but Go and the code that is mailed. `sundial verify game.json` checks the dice.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strings"
)

type object map[string]any

type game struct {
	ID       string
	Status   string
	Version  int
	YourSeat *int `json:"your_seat"`
	ToMove   *int `json:"to_move"`
	Scores   []int
}

// A refusal (RFC 9457); its code never changes.
type refusal struct {
	Code   string
	Detail string
	Advice string
}

func (refused *refusal) Error() string {
	return refused.Code + ": " + refused.Detail + " " + refused.Advice
}

// A Sundial, as one token sees it.
type sundial struct {
	api   string
	token string
}

func main() {
	url := os.Getenv("SUNDIAL_URL")
	if url == "" {
		url = "http://127.0.0.1:8000"
	}
	client := &sundial{api: url + "/api/v1"}
	client.signIn(os.Args[1])
	var me struct{ Email string }
	client.get("/me", &me)
	fmt.Println(me.Email)

	wish := object{"ruleset": "seasons", "seats": []object{{"me": true}, {"ai": 1}}, "shuffle_seats": false}
	var made game
	check(client.post("/games", wish, &made))
	place := "/games/" + made.ID
	fmt.Println(string(client.read(place + "/board.txt")))
	client.firstMove(place)
	fmt.Println(client.playOn(place).Scores)
	check(os.WriteFile("game.json", client.read(place+"/record"), 0o644))
}

// Gets a token, for the code that is mailed.
func (client *sundial) signIn(email string) {
	check(client.post("/sign-in", object{"email": email}, nil))
	mailbox := strings.TrimSuffix(client.api, "/api/v1") + "/mailbox"
	fmt.Printf("The code that was mailed (as long as no mail server is set up, to %s):\n", mailbox)
	code, err := bufio.NewReader(os.Stdin).ReadString('\n')
	check(err)
	var made struct{ Token string }
	check(client.post("/tokens", object{"email": email, "code": strings.TrimSpace(code), "name": "tutorial"}, &made))
	client.token = made.Token
}

// Looks where a move leads, plays it, sends it again (nothing is played twice), and is refused for an old version.
func (client *sundial) firstMove(place string) {
	var shown game
	client.get(place, &shown)
	move := object{"version": shown.Version, "move": "place max-15"}
	var legal struct{ Actions []string }
	client.get(place+"/legal-actions", &legal)
	fmt.Println(legal.Actions)
	var preview struct{ Board string }
	check(client.post(place+"/previews", move, &preview))
	fmt.Println(preview.Board)
	for range []int{1, 2} {
		var accepted struct{ Log []object }
		check(client.post(place+"/moves", move, &accepted))
		fmt.Println(accepted.Log)
	}
	var refused *refusal
	if errors.As(client.post(place+"/moves", object{"version": 0, "move": "place min-9"}, nil), &refused) {
		fmt.Println(refused.Code)
	}
}

// Plays the first action that is legal each time; `GET /events` waits until something has happened.
func (client *sundial) playOn(place string) game {
	var happened struct{ Next int64 }
	for {
		var shown game
		client.get(place, &shown)
		switch {
		case shown.Status != "active":
			return shown
		case shown.ToMove != nil && *shown.ToMove == *shown.YourSeat:
			var legal struct{ Actions []string }
			client.get(place+"/legal-actions", &legal)
			check(client.post(place+"/moves", object{"version": shown.Version, "move": legal.Actions[0]}, nil))
		default:
			client.get(fmt.Sprintf("/events?game=%s&after=%d&wait=25", shown.ID, happened.Next), &happened)
		}
	}
}

func (client *sundial) get(path string, into any) {
	check(json.Unmarshal(client.read(path), into))
}

func (client *sundial) read(path string) []byte {
	body, err := client.send(http.MethodGet, path, nil)
	check(err)
	return body
}

func (client *sundial) post(path string, what object, into any) error {
	sent, err := json.Marshal(what)
	check(err)
	body, err := client.send(http.MethodPost, path, sent)
	if err != nil || into == nil {
		return err
	}
	return json.Unmarshal(body, into)
}

// What is answered, or the refusal as an error.
func (client *sundial) send(method, path string, sent []byte) ([]byte, error) {
	request, err := http.NewRequest(method, client.api+path, bytes.NewReader(sent))
	check(err)
	request.Header.Set("Content-Type", "application/json")
	if client.token != "" {
		request.Header.Set("Authorization", "Bearer "+client.token)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode >= http.StatusBadRequest {
		refused := &refusal{Code: response.Status}
		_ = json.Unmarshal(body, refused) // what stands in for an answer on the way is no JSON
		return nil, refused
	}
	return body, err
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
