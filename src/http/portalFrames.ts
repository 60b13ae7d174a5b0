import { DateTime, Duration, Effect, Stream } from "effect"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { PortalNews } from "../domain/PortalNews.ts"
import { newsFrame } from "./eventFrames.ts"

type Some = ReadonlyArray<PortalNews>

/** News waiting at a time on one stream; at this number, the stream itself waits. */
const mostWaiting = 16
/** How far the database's clock may be behind ours: news announced too early could not be read yet. */
const clockSlack = Duration.millis(250)

/**
 * News for a customer as frames. A comment that can still be taken back is announced once it becomes readable, and delays
 * nothing else.
 */
export const portalFrames = (
  news: Stream.Stream<Some, DatabaseUnavailable>
): Stream.Stream<string, DatabaseUnavailable> =>
  news.pipe(
    Stream.flatMap((some) => Stream.fromIterable(apart(some))),
    Stream.mapEffect(whenReadable, { concurrency: mostWaiting, unordered: true }),
    Stream.map(newsFrame)
  )

/** Separates news that must wait, each by itself, from all other news, which go first. An empty list is passed on. */
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
