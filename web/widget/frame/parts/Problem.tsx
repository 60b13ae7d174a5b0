import { ApiError } from "../../../../sdk/src/portal.ts"
import { reasonOf, refusedFields } from "../../../customer/reason.ts"
import { useLanguage, useWidget, useWords } from "../context.ts"
import { useValue } from "../useValue.ts"

/** What went wrong, in the reader's language. */
export const Reason = ({ error }: { readonly error: unknown }) => reasonOf(error, useLanguage())

/** What went wrong, with the request id by which the server's operator finds it, and a way to try again. */
export const Problem = ({ error, retry }: { readonly error: unknown; readonly retry?: () => void }) => {
  const words = useWords()
  const session = useValue(useWidget().session.state)
  const refused = refusedFields(error, useLanguage(), session.name === "in" ? session.me.brand.fields : [])
  return (
    <div class="problem" role="alert">
      {refused.length === 0 && (
        <p>
          <Reason error={error} />
        </p>
      )}
      {refused.map((sentence) => (
        <p key={sentence} dir="auto">
          {sentence}
        </p>
      ))}
      {error instanceof ApiError && error.requestId !== undefined && (
        <p class="soft">{words.reference(error.requestId)}</p>
      )}
      {retry !== undefined && (
        <button type="button" class="quiet" onClick={retry}>
          {words.retry}
        </button>
      )}
    </div>
  )
}
