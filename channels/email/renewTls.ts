import { Duration, Effect } from "effect"
import type { SmtpTls } from "./loadTls.ts"

/** The interval at which the files are checked: certificates are renewed days before the old one expires. */
const pause = Duration.minutes(1)

/**
 * Polls the certificate's files forever, and passes changes to `use`. While they are unusable, as between the replacement
 * of the certificate and that of its key, the previous certificate stays; if they still are at the next check, the reason
 * is logged.
 */
export const renewTls = Effect.fnUntraced(function* <E extends Error, R>(
  first: SmtpTls,
  read: Effect.Effect<SmtpTls | undefined, E, R>,
  use: (tls: SmtpTls) => void
) {
  let [now, failures] = [first, 0]
  const look = Effect.matchEffect(read, {
    onFailure: ({ message }) =>
      ++failures === 2 ? Effect.logError(`The STARTTLS certificate could not be reloaded: ${message}`) : Effect.void,
    onSuccess: (found = now) => {
      failures = 0
      if (found.cert === now.cert && found.key === now.key) return Effect.void
      use(found)
      now = found
      return Effect.logInfo("Loaded a new STARTTLS certificate")
    }
  })
  return yield* Effect.forever(Effect.andThen(look, Effect.sleep(pause)))
})
