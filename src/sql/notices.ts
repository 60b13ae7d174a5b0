import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect, Stream } from "effect"
import { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"

type Listener = Pick<PgClient, "listen">

const lost = () => new DatabaseUnavailable({ reason: "unreachable" })

/** What nodes tell each other on a PostgreSQL channel. Fails if the connection is lost. */
export const notices = (system: Listener, channel: string): Stream.Stream<string, DatabaseUnavailable> =>
  Stream.unwrap(Effect.map(system.listen(channel), Stream.fromQueue)).pipe(
    Stream.map(({ payload }) => payload),
    Stream.mapError(lost)
  )

/** Fires once the channel is listened to (for what came before), on each notice there, and on each `here`. */
export const wakings = (
  system: Listener,
  channel: string,
  here: Stream.Stream<void> = Stream.empty
): Stream.Stream<void, DatabaseUnavailable> =>
  Stream.unwrap(
    Effect.map(system.listen(channel), (told) =>
      Stream.concat(
        Stream.succeed(undefined),
        Stream.merge(
          Stream.map(Stream.fromQueue(told), () => undefined),
          here
        )
      )
    )
  ).pipe(Stream.mapError(lost))
