import { ApiError, NotFoundError, TrunklineError } from "../../../../sdk/src/portal.ts"
import { useWords } from "../context.ts"

/** What went wrong, in the words of the reader as far as we have them. */
export const Reason = ({ error }: { readonly error: unknown }) => {
  const words = useWords()
  if (error instanceof NotFoundError) return words.notFound
  if (!(error instanceof ApiError)) return error instanceof TrunklineError ? words.offline : words.somethingWrong
  return (
    <>
      {words.somethingWrong} <bdi>{error.message}</bdi>
    </>
  )
}

/** What went wrong, by which id the server's operator finds it, and the way to try again. */
export const Problem = ({ error, retry }: { readonly error: unknown; readonly retry?: () => void }) => {
  const words = useWords()
  return (
    <div class="problem" role="alert">
      <p>
        <Reason error={error} />
      </p>
      {error instanceof ApiError && (
        <ul>
          {error.errors.map(({ field, message }) => (
            <li key={field}>
              {field}: {message}
            </li>
          ))}
        </ul>
      )}
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
