// Receives webhooks of Sundial with nothing but Go, and prints the type, the id and the game of each event once.
//
//	WEBHOOK_SECRET=whsec_… HOST=127.0.0.1 PORT=8010 go run receiver.go
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	tolerance = 300 // seconds that the clocks may differ
	longest   = 100_000
)

type event struct {
	ID   int64   `json:"id"`
	Type string  `json:"type"`
	Game *string `json:"game"`
	Data struct {
		Challenge string `json:"challenge"`
	} `json:"data"`
}

type receiver struct {
	key  []byte
	lock sync.Mutex
	seen map[string]bool
}

func (door *receiver) ServeHTTP(response http.ResponseWriter, request *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, longest))
	if err != nil || !door.signed(request.Header, body) {
		response.WriteHeader(http.StatusUnauthorized)
		return
	}
	var told event
	if err := json.Unmarshal(body, &told); err != nil {
		response.WriteHeader(http.StatusBadRequest)
		return
	}
	if told.Type == "webhook.challenge" {
		fmt.Fprint(response, told.Data.Challenge)
		return
	}
	response.WriteHeader(http.StatusNoContent)
	if door.first(request.Header.Get("webhook-id")) {
		game := "-"
		if told.Game != nil {
			game = *told.Game
		}
		fmt.Println(told.Type, told.ID, game)
	}
}

// Whether one of the signatures is by the secret, and not older than five minutes.
func (door *receiver) signed(headers http.Header, body []byte) bool {
	id, moment := headers.Get("webhook-id"), headers.Get("webhook-timestamp")
	at, err := strconv.ParseInt(moment, 10, 64)
	away := time.Now().Unix() - at
	if err != nil || away > tolerance || away < -tolerance {
		return false
	}
	mac := hmac.New(sha256.New, door.key)
	fmt.Fprintf(mac, "%s.%s.%s", id, moment, body)
	right := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	for _, each := range strings.Split(headers.Get("webhook-signature"), " ") {
		if hmac.Equal(right, []byte(each)) {
			return true
		}
	}
	return false
}

// Whether this is the first time: what is sent again has the id that it had.
func (door *receiver) first(id string) bool {
	door.lock.Lock()
	defer door.lock.Unlock()
	known := door.seen[id]
	door.seen[id] = true
	return !known
}

func main() {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(os.Getenv("WEBHOOK_SECRET"), "whsec_"))
	if err != nil || len(key) == 0 {
		log.Fatal("WEBHOOK_SECRET is missing")
	}
	log.Fatal(http.ListenAndServe(or("HOST", "127.0.0.1")+":"+or("PORT", "8010"), &receiver{key: key, seen: map[string]bool{}}))
}

func or(name, usual string) string {
	if said := os.Getenv(name); said != "" {
		return said
	}
	return usual
}
