import type { ComponentChildren } from "preact"
import type { PortalAttachment } from "../../../../sdk/src/portal.ts"
import { FileList } from "./FileList.tsx"
import { Text } from "./Text.tsx"
import { When } from "./When.tsx"

/** One message of a request, by the customer or the team. */
export const Message = ({
  at,
  author,
  body,
  children,
  files,
  id,
  isOfTeam = false,
  path
}: {
  /** The id for links to it. */
  readonly id?: string
  readonly author: string
  readonly isOfTeam?: boolean
  /** Unknown while it is being sent. */
  readonly at?: string
  readonly body: string
  readonly files: ReadonlyArray<PortalAttachment>
  readonly path: string
  readonly children?: ComponentChildren
}) => (
  <li id={id} class={isOfTeam ? "message" : "message own"}>
    <article>
      <header>
        <strong dir="auto">{author}</strong>
        {at === undefined ? null : <When at={at} />}
      </header>
      {body === "" ? null : <Text text={body} isOfTeam={isOfTeam} />}
      <FileList files={files} path={path} />
      {children}
    </article>
  </li>
)
