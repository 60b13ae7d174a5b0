import { assert } from "@effect/vitest"

const tries = 5

/**
 * Asserts that `work` takes at most so many milliseconds of its thread's processor time. Other work on the machine hardly changes
 * them, and the engine takes longer the first time: the best of some tries counts, which whoever looks at everything again and
 * again exceeds every time.
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
