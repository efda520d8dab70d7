"""Rows that programs have us read again and again, made objects of the session past SQLAlchemy's loading of them.

It looks anew at each execution for how to load what, and has PostgreSQL's driver read each value of each row: of a game
with its seats, the game's own once for every seat.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from typing import Any, TypeAlias

from sqlalchemy import JSON, Column, ColumnElement, Dialect, Select, Text, cast
from sqlalchemy.orm import InstrumentedAttribute
from sqlalchemy.orm.attributes import instance_dict, instance_state

from service.core.batched_session import BatchedSession
from service.core.model import Model
from service.core.prepared_select import CompiledSelect, Row
from service.core.prepared_writes import Given

Process: TypeAlias = Callable[[Any], object]
"""What makes of a column's value, as the driver hands it out, the one that we know."""
Found: TypeAlias = tuple[Any, ...]
"""The objects of a row, one for each model; None where a row was joined to none of its table. Then what is beside."""
Identity: TypeAlias = tuple[type[Model], tuple[Any, ...], None]
"""By what a session knows a row."""

Models: TypeAlias = Sequence[type[Model]]
Which: TypeAlias = Callable[[Select[Any]], Select[Any]]
Columns: TypeAlias = Sequence[ColumnElement[Any]]
Left: TypeAlias = Iterable[InstrumentedAttribute[Any]]

_read_json = json.JSONDecoder().raw_decode


class PreparedLoad:
    """A SELECT of whole rows of some tables; `which` says of a SELECT of their columns what it is to find.

    `beside` are more columns, of texts and numbers; `without` are those of the tables that are read when somebody wants
    them. Objects of the session are as they are in the database afterwards,
    whatever was known of them before; relationships are left to whoever asks, but what was known of them is forgotten.
    """

    def __init__(self, models: Models, which: Which, beside: Columns = (), without: Left = ()) -> None:
        self._models, self._which, self._beside = models, which, beside
        self._without = frozenset[tuple[object, str]]((each.class_, each.key) for each in without)
        self._by_dialect: dict[str, _CompiledLoad] = {}

    def rows(self, current: BatchedSession, values: Given) -> Sequence[Found]:
        """The objects of each row that it finds, once all is written that was to be."""
        current.flush()
        connection = current.connection()
        compiled = self._by_dialect.get(connection.dialect.name)
        if compiled is None:
            parts = list(_parts(self._models, self._without, connection.dialect))
            compiled = _CompiledLoad(parts, self._which, self._beside, connection.dialect)
            self._by_dialect[connection.dialect.name] = compiled
        return list(compiled.objects(current, compiled.found(connection, values)))


class _CompiledLoad(CompiledSelect):
    """The statement with how its rows become objects."""

    def __init__(self, parts: Sequence[_TableInRow], which: Which, beside: Columns, dialect: Dialect) -> None:
        self._parts = parts
        columns = [column for part in self._parts for column in part.columns]
        self._end = len(columns)
        super().__init__(which(Select(*columns, *beside)), dialect)

    def objects(self, current: BatchedSession, rows: Iterable[Row]) -> Iterator[Found]:
        """Those of each row; what stands in several of them is read once."""
        known: dict[object, Model] = {}
        for row in rows:
            yield (*[part.object(current, row, known) for part in self._parts], *row[self._end :])


class _TableInRow:
    """The columns of one table among those of a row."""

    def __init__(self, model: type[Model], own: Sequence[Column[Any]], begin: int, dialect: Dialect) -> None:
        self._model, self._names = model, [column.name for column in own]
        self._place = slice(begin, begin + len(own))
        self._keys = [begin + place for place, column in enumerate(own) if column.primary_key]
        read = [_read(column, dialect) for column in own]
        self.columns = [column for column, _ in read]
        made = zip(self._names, (process for _, process in read), strict=True)
        self._made = [(name, process) for name, process in made if process is not None]
        self._relationships = tuple(model.__mapper__.relationships.keys())
        self._left = [column.name for column in model.__mapper__.columns if column.name not in self._names]

    def object(self, current: BatchedSession, row: Row, known: dict[object, Model]) -> Model | None:
        """The one of a row; None if there is none."""
        key = tuple([row[place] for place in self._keys])
        if None in key:
            return None
        identity = self._model, key, None
        found = known.get(identity)
        if found is None:
            found = known[identity] = self._current(current, identity, row)
        return found

    def _current(self, current: BatchedSession, identity: Identity, row: Row) -> Model:
        found: Model | None = current.identity_map.get(identity)
        if found is None:
            found = _attached(current, self._model, identity)
        state: Any = instance_state(found)
        values = instance_dict(found)
        for name in self._relationships:
            if name in values:
                state._reset(values, name)  # noqa: SLF001  # as SQLAlchemy does where it reads a row anew
        values.update(zip(self._names, row[self._place], strict=True))
        for name, process in self._made:
            if values[name] is not None:
                values[name] = process(values[name])
        state._commit_all(values, current.identity_map)  # noqa: SLF001  # likewise
        if self._left:
            state._expire_attributes(values, self._left)  # noqa: SLF001  # likewise
        return found


def _parts(models: Models, without: Container[tuple[object, str]], dialect: Dialect) -> Iterator[_TableInRow]:
    begin = 0
    for model in models:
        own = [column for column in model.__mapper__.columns if (model, column.name) not in without]
        yield _TableInRow(model, own, begin, dialect)
        begin += len(own)


def _attached(current: BatchedSession, model: type[Model], identity: Identity) -> Model:
    """An object without values that the session knows as the row with that key."""
    manager: Any = model.__mapper__.class_manager
    made: Model = manager.new_instance()
    state: Any = instance_state(made)
    state.key, state.session_id = identity, current.hash_key
    current.identity_map.add(state)
    return made


def _read(column: Column[Any], dialect: Dialect) -> tuple[ColumnElement[Any], Process | None]:
    """How a column is read, and what is made of its values that are not null.

    JSON is taken as a text, which it is in SQLite, so that only that is read of which an object is made.
    """
    if isinstance(column.type, JSON):
        return (cast(column, Text) if dialect.name == "postgresql" else column), _of_text
    return column, column.type.dialect_impl(dialect).result_processor(dialect, None)


def _of_text(text: str) -> object:
    return _read_json(text)[0]
