import type { PortalAttachment } from "../../../../sdk/src/portal.ts"
import { sizeText } from "../../../customer/sizes.ts"
import { useLanguage } from "../language.ts"

/** The files of a message, as download links. */
export const FileList = ({
  files,
  path
}: {
  readonly files: ReadonlyArray<PortalAttachment>
  /** Path of the ticket. */
  readonly path: string
}) => {
  const { locale, words } = useLanguage()
  if (files.length === 0) return null
  return (
    <ul class="files" aria-label={words.files}>
      {files.map(({ filename, id, size }) => (
        <li key={id}>
          <a href={`${path}/files/${id}`} download>
            <bdi>{filename}</bdi>
          </a>{" "}
          <span class="soft">{sizeText(size, locale)}</span>
        </li>
      ))}
    </ul>
  )
}
