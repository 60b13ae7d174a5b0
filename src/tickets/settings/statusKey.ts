import { Result } from "effect"
import { InvalidInput } from "../../domain/Problems.ts"

/** Words with a special meaning in the `status` filter of lists. */
const filterWords: ReadonlySet<string> = new Set(["active", "all"])

/** The given key, or one derived from the name: `Waiting for parts` → `waiting_for_parts`. */
export const statusKey = (key: string | undefined, name: string): Result.Result<string, InvalidInput> => {
  const chosen = key ?? keyOf(name)
  if (chosen === "") {
    return Result.fail(InvalidInput.of("key", "required", "is required: no key can be made from this name"))
  }
  return filterWords.has(chosen)
    ? Result.fail(InvalidInput.of("key", "not_allowed", `must not be ${[...filterWords].join(" or ")}: filters use it`))
    : Result.succeed(chosen)
}

/** ASCII letters and digits of the name without accents, joined with underscores; empty if it has none. */
const keyOf = (name: string) => {
  const words = name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "")
    .join("_")
  return (/^\d/.test(words) ? `status_${words}` : words).slice(0, 50).replace(/_$/, "")
}
