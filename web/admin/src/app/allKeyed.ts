import { type Keyed, keyTable } from "./keyTable.ts"
import { pages } from "./pages.ts"

/** The id of the command that goes to a page. */
export const goTo = (path: string) => `go ${path}`

/** Everything that has keys, pages included, in the order of the keyboard settings. */
export const allKeyed = (): ReadonlyArray<Keyed & { readonly id: string }> => [
  ...pages.flatMap(({ keys, path, title }) =>
    keys === undefined ? [] : [{ id: goTo(path), group: "Go to", label: `Go to ${title}`, keys }]
  ),
  ...Object.entries(keyTable).map(([id, keyed]) => ({ id, ...keyed }))
]
