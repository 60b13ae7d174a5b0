import { DateTime, Duration, Effect, Stream } from "effect"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { PortalNews } from "../domain/PortalNews.ts"
import { newsFrame } from "./eventFrames.ts"

type Some = ReadonlyArray<PortalNews>

/** News that wait at a time on one stream; while there are as many, the stream waits. */
const mostWaiting = 16
/** By how much the database's clock may be behind ours: what is told a moment too early cannot be read yet. */
const clockSlack = Duration.millis(250)

/** What a customer hears, as frames: of a comment that can still be taken back, once they can read it; nothing else waits for it. */
export const portalFrames = (
  news: Stream.Stream<Some, DatabaseUnavailable>
): Stream.Stream<string, DatabaseUnavailable> =>
  news.pipe(
    Stream.flatMap((some) => Stream.fromIterable(apart(some))),
    Stream.mapEffect(whenReadable, { concurrency: mostWaiting, unordered: true }),
    Stream.map(newsFrame)
  )

/** News that wait, each by itself, and before them all others; no news is that there are none. */
const apart = (news: Some): ReadonlyArray<Some> => {
  const { later = [], now = [] } = Object.groupBy(news, ({ readableFrom }) =>
    readableFrom === undefined ? "now" : "later"
  )
  return [...(now.length > 0 || later.length === 0 ? [now] : []), ...later.map((one) => [one])]
}

const whenReadable = Effect.fnUntraced(function* (news: Some) {
  const [first] = news
  if (first?.readableFrom === undefined) return news
  const wait = DateTime.distance(yield* DateTime.now, DateTime.makeUnsafe(first.readableFrom))
  yield* Effect.sleep(Duration.max(Duration.zero, Duration.sum(wait, clockSlack)))
  return news
})
