import { Flag } from "effect/cli"

/** The `--only` flag: which of `names` to measure. */
export const only = (names: ReadonlyArray<string>) =>
  Flag.String("only").pipe(
    Flag.withDescription(`Comma-joined choice of what to measure: ${names.join(", ")}; all by default`),
    Flag.map((list) => list.split(",").map((name) => name.trim())),
    Flag.filter(
      (chosen) => chosen.every((name) => names.includes(name)),
      () => `some of ${names.join(", ")}`
    ),
    Flag.withDefault(names)
  )
