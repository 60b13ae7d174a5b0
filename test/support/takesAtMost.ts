import { assert } from "@effect/vitest"

const tries = 5

/**
 * Asserts that `work` takes at most this much processor time of its thread, in milliseconds. Other load on the machine hardly
 * affects that, and the engine is slower the first time, so the best of several tries counts. A function with quadratic cost
 * exceeds the limit every time.
 */
export const takesAtMost = (milliseconds: number, work: () => unknown, what?: string): void => {
  let spent = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < tries && spent > milliseconds; attempt++) {
    const began = process.threadCpuUsage()
    work()
    spent = Math.min(spent, process.threadCpuUsage(began).user / 1000)
  }
  assert.isAtMost(spent, milliseconds, what)
}
