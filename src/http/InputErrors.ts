import { Option, type Result } from "effect"
import { type Id, type Kind, parseId } from "../domain/Ids.ts"
import { isSeen } from "../domain/isSeen.ts"
import { type InputError, InvalidInput } from "../domain/Problems.ts"

/** Collects the errors in an input, so that the caller gets all of them at once. */
export class InputErrors {
  readonly #errors: Array<InputError> = []

  /** `given` is the value that the caller is shown again. */
  refuse(field: string, code: InputError["code"], message: string, given?: string): undefined {
    this.#errors.push({ field, code, message, ...(given === undefined ? {} : { given }) })
    return undefined
  }

  /** The value, unless there are errors. */
  result<A>(value: A): Result.Result<A, InvalidInput> {
    return InvalidInput.judge(value, this.#errors)
  }

  /** An id in a body; one that cannot exist is as unknown as one that does not. */
  id<K extends Kind>(field: string, kind: K, text: string): Id<K> | undefined {
    return Option.getOrElse(parseId(kind, text), () => this.refuse(field, "unknown_id", `is not a known ${kind}`))
  }

  ids<K extends Kind>(field: string, kind: K, texts: ReadonlyArray<string> | undefined): ReadonlyArray<Id<K>> {
    return (texts ?? []).flatMap((text, index) => this.id(`${field}[${index}]`, kind, text) ?? [])
  }

  /** The body of a comment. Fails if it is blank without files, so that nobody gets an empty message. */
  body(text: string, files: ReadonlyArray<string> | undefined): string {
    if (!isSeen(text) && (files ?? []).length === 0)
      this.refuse("body", "length", "must not be blank unless there are files")
    return text
  }
}
