import { assert, it, vi } from "@effect/vitest"
import { QueryClient, QueryObserver } from "@tanstack/react-query"
import { readSoon } from "../../../web/admin/src/data/readSoon.ts"

it("reads a conversation a few times while hundreds of messages arrive, and aborts none of these reads", async () => {
  vi.useFakeTimers()
  const client = new QueryClient()
  const signals: Array<AbortSignal> = []
  const queryKey = ["comments", "tkt_1"]
  const queryFn = async ({ signal }: { readonly signal: AbortSignal }) => {
    signals.push(signal)
    await new Promise((resolve) => setTimeout(resolve, 400))
    return []
  }
  const stop = new QueryObserver(client, { queryKey, queryFn }).subscribe(() => {})
  const comes = () => readSoon(client, [["ticket", "tkt_1"], queryKey])
  for (let count = 0; count < 200; count++) {
    comes()
    await vi.advanceTimersByTimeAsync(20)
  }
  const meanwhile = signals.length
  assert.isAtLeast(meanwhile, 4)
  assert.isAtMost(meanwhile, 10)
  comes()
  await vi.advanceTimersByTimeAsync(2_000)
  assert.isAbove(signals.length, meanwhile)
  assert.isTrue(signals.every(({ aborted }) => !aborted))
  stop()
  client.clear()
  vi.useRealTimers()
})
