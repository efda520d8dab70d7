<?php

// Plays one game to its end by the client that openapi-generator makes for PHP, and prints its scores. Games that
// SUNDIAL_GAMES names are looked at before, of whatever ruleset they are.

require __DIR__ . '/client/vendor/autoload.php';

use OpenAPI\Client\Api\{EventsApi, GamesApi, MovesApi, PositionsApi};
use OpenAPI\Client\Configuration;
use OpenAPI\Client\Model\{MoveRequest, SeasonsGameRequest, SeasonsRuleset, SeatWish};

Configuration::getDefaultConfiguration()->setHost(getenv('SUNDIAL_URL'))->setAccessToken(getenv('SUNDIAL_TOKEN'));
$games = new GamesApi();
$moves = new MovesApi();
$events = new EventsApi();
$positions = new PositionsApi();

foreach (preg_split('/ /', getenv('SUNDIAL_GAMES') ?: '', flags: PREG_SPLIT_NO_EMPTY) as $id) {
    $game = $games->showGame($id);
    $there = $positions->showPosition($id);
    $ruleset = $game->getRuleset();
    if ([$ruleset, $ruleset] != [$there->getSetup()->getGame(), $there->getPosition()->getRuleset()]) {
        exit("$id is read as another game\n");
    }
    echo $ruleset, ' ', implode(' ', array_keys((array) $game->getPosition())), "\n";
}

$seats = [new SeatWish(['me' => true]), new SeatWish(['ai' => 1])];
$game = $games->setUpGame(new SeasonsGameRequest(['ruleset' => SeasonsRuleset::SEASONS, 'seats' => $seats]));
$id = $game->getId();
$after = 0;
while ($game->getStatus() == 'active') {
    if ($game->getToMove() === $game->getYourSeat()) {
        [$move] = $moves->listLegalActions($id)->getActions();
        $moves->playMove($id, new MoveRequest(['version' => $game->getVersion(), 'move' => $move]));
    } else {
        $after = $events->listEvents(game: $id, after: (string) $after, wait: 25)->getNext();
    }
    $game = $games->showGame($id);
}
echo $id, ' ', $game->getStatus(), ' ', json_encode($game->getScores()), "\n";
