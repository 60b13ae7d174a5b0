import type { TrunklineEvent } from "@trunkline/sdk"
import { useEffect, useState } from "react"
import { client } from "../../../app/client.ts"

/** The most events to keep on the page. */
const most = 200

interface Filter {
  /** `undefined` until known; the feed then waits. */
  readonly brandId: string | undefined
  readonly type: string
}

/** The newest events that match a filter: past ones, then new ones as they happen. */
export const useEventFeed = ({ brandId, type }: Filter) => {
  const [events, setEvents] = useState<ReadonlyArray<TrunklineEvent>>([])
  const [error, setError] = useState<unknown>()
  const [isFollowing, setFollowing] = useState(true)
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try begins anew
  useEffect(() => {
    if (!isFollowing || brandId === undefined) return
    const ended = new AbortController()
    const { signal } = ended
    const filter = { ...(brandId === "" ? {} : { brandId }), ...(type === "" ? {} : { types: type }) }
    const add = (more: ReadonlyArray<TrunklineEvent>) =>
      setEvents((before) => [...more.toReversed(), ...before].slice(0, most))
    const follow = async () => {
      setEvents([])
      setError(undefined)
      for await (const event of client.events.stream(filter, { signal })) add([event])
    }
    follow().catch((caught) => {
      if (!signal.aborted) setError(caught)
    })
    return () => ended.abort()
  }, [brandId, type, isFollowing, tries])
  return {
    events,
    error,
    isFollowing,
    toggle: () => setFollowing(!isFollowing),
    retry: () => setTries(tries + 1)
  }
}
