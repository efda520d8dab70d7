"""The pairing system of each kind of tournament."""

from service.competitions.pairing.interface import PairingSystem
from service.competitions.pairing.knock_out import knock_out
from service.competitions.pairing.round_robin import round_robin
from service.competitions.pairing.swiss import swiss
from service.competitions.pairing.table_draw import table_draw
from service.models.competition import System

SYSTEMS: dict[System, PairingSystem] = {
    System.ROUND_ROBIN: round_robin,
    System.SWISS: swiss,
    System.KNOCK_OUT: knock_out,
    System.TABLES: table_draw,
}
