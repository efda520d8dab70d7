"""Reading lines of which the longest may be without end: what is too long is thrown away as it comes."""

from __future__ import annotations

from asyncio import LimitOverrunError, StreamReader


class Lines:
    """A reader as aiosmtpd uses one, which would keep every piece of a line that is too long until its end."""

    def __init__(self, reader: StreamReader) -> None:
        self._reader = reader
        self._left = b""

    def forgetting(self) -> StreamReader:
        """The reader itself, for what is to be encrypted from now on: nothing that was kept here counts any more."""
        self._left = b""
        return self._reader

    async def readuntil(self, separator: bytes = b"\n") -> bytes:
        """The next line; LimitOverrunError if it is too long, and then nothing but its end is left of it."""
        if self._left:
            left, self._left = self._left, b""
            return left
        try:
            return await self._reader.readuntil(separator)
        except LimitOverrunError as error:
            await self._forget(error, separator)
            self._left = separator
            raise LimitOverrunError(str(error), 0) from None

    async def readline(self) -> bytes:
        """The next line, or what there is of it at the end; ValueError if it is too long."""
        return await self._reader.readline()

    async def read(self, number: int) -> bytes:
        """So many of the next bytes, or fewer."""
        return await self._reader.read(number)

    async def _forget(self, error: LimitOverrunError, separator: bytes) -> None:
        """Read on to the end of the line."""
        consumed = error.consumed
        while True:
            try:
                await self._reader.readexactly(consumed)
                await self._reader.readuntil(separator)
            except LimitOverrunError as still:
                consumed = still.consumed
            else:
                return
