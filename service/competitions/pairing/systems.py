"""The pairing system of each kind of tournament."""

from service.competitions.pairing.interface import PairingSystem
from service.competitions.pairing.knock_out import KnockOut
from service.competitions.pairing.round_robin import RoundRobin
from service.competitions.pairing.swiss import Swiss
from service.competitions.pairing.table_draw import TableDraw
from service.models.competition import System

SYSTEMS: dict[System, PairingSystem] = {
    System.ROUND_ROBIN: RoundRobin(),
    System.SWISS: Swiss(),
    System.KNOCK_OUT: KnockOut(),
    System.TABLES: TableDraw(),
}


def system_of(system: System) -> PairingSystem:
    """Return the pairing system of that name."""
    return SYSTEMS[system]
