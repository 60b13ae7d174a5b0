import { useEffect, useState } from "preact/hooks"
import type { Value } from "./Value.ts"

/** Returns the current value; the component renders again when it changes. */
export const useValue = <A>(value: Value<A>): A => {
  const [, draw] = useState({})
  useEffect(() => {
    draw({})
    return value.watch(() => draw({}))
  }, [value])
  return value.get()
}
