import { Duration, Effect } from "effect"
import type { SmtpTls } from "./loadTls.ts"

/** Between two looks at the files: who renews a certificate does so days before the old one ends. */
const pause = Duration.minutes(1)

/**
 * Looks at the files of the certificate for ever, and hands what is new in them to `use`. While they cannot be used, as between
 * the certificate and its key being replaced, the one of before stays; where that lasts to a second look, the log says why.
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
