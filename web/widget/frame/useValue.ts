import { useEffect, useState } from "preact/hooks"
import type { Value } from "./Value.ts"

/** The value as it is now; the component is drawn again when it changes. */
export const useValue = <A>(value: Value<A>): A => {
  const [, draw] = useState({})
  useEffect(() => {
    draw({})
    return value.watch(() => draw({}))
  }, [value])
  return value.get()
}
