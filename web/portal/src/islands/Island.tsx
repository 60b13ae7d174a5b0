import type { FunctionComponent } from "preact"
import { Files } from "./Files.tsx"
import { Thread } from "./Thread.tsx"

/** Components that are hydrated in the browser, by their names in the page. */
export const islands = { files: Files, thread: Thread }
export type IslandName = keyof typeof islands
type PropsOf<Name extends IslandName> = Parameters<(typeof islands)[Name]>[0]

/** Renders a component on the server, with the data that main.tsx needs to hydrate it. */
export const Island = <Name extends IslandName>({
  name,
  props
}: {
  readonly name: Name
  readonly props: PropsOf<Name>
}) => {
  // The props belong to the component of that name.
  const Part = islands[name] as FunctionComponent<PropsOf<Name>>
  return (
    <div data-island={name} data-props={JSON.stringify(props)}>
      <Part {...props} />
    </div>
  )
}
