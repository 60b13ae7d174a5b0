import type { ComponentChildren } from "preact"
import type { PortalAttachment } from "../../../../sdk/src/portal.ts"
import { FileList } from "./FileList.tsx"
import { Text } from "./Text.tsx"
import { When } from "./When.tsx"

/** One message of a request: of the customer, or of the team. */
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
  /** By which an address leads to it. */
  readonly id?: string
  readonly author: string
  readonly isOfTeam?: boolean
  /** Not known of a message that is on its way. */
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
