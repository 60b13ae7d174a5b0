import type { PortalAttachment } from "../../../../sdk/src/portal.ts"
import { sizeText } from "../sizes.ts"

/** Files of a message, to be fetched. */
export const FileList = ({
  files,
  path
}: {
  readonly files: ReadonlyArray<PortalAttachment>
  /** Where the ticket is. */
  readonly path: string
}) =>
  files.length === 0 ? null : (
    <ul class="files" aria-label="Files">
      {files.map(({ filename, id, size }) => (
        <li key={id}>
          <a href={`${path}/files/${id}`} download>
            <bdi>{filename}</bdi>
          </a>{" "}
          <span class="soft">{sizeText(size)}</span>
        </li>
      ))}
    </ul>
  )
