import type { FunctionComponent } from "preact"
import { Files } from "./Files.tsx"
import { Thread } from "./Thread.tsx"

/** Parts of pages that go on living in the browser, by their names in the page. */
export const islands = { files: Files, thread: Thread }
export type IslandName = keyof typeof islands
type PropsOf<Name extends IslandName> = Parameters<(typeof islands)[Name]>[0]

/** A part of a page as the server renders it, with what main.tsx brings it to life with. */
export const Island = <Name extends IslandName>({
  name,
  props
}: {
  readonly name: Name
  readonly props: PropsOf<Name>
}) => {
  // The props are those of the component that has the name.
  const Part = islands[name] as FunctionComponent<PropsOf<Name>>
  return (
    <div data-island={name} data-props={JSON.stringify(props)}>
      <Part {...props} />
    </div>
  )
}
