import { PageValue, usePageValue } from "../ui/PageValue.ts"

/** One thing to choose. */
export interface Option {
  readonly id: string
  readonly label: string
  /** Said more quietly after the label. */
  readonly hint?: string | undefined
  readonly color?: string | undefined
  readonly keys?: string | undefined
  readonly group?: string | undefined
}

/** A question with a list of answers. */
export interface Pick {
  readonly title: string
  readonly placeholder?: string
  /** All there is, filtered by what is typed; or a search for it. */
  readonly options: ReadonlyArray<Option> | ((text: string) => Promise<ReadonlyArray<Option>>)
  /** Several may be chosen; those that already are. */
  readonly chosen?: ReadonlyArray<string>
  /** What is typed may itself be the answer: this is how it is offered. */
  readonly create?: (text: string) => string
}

interface OpenPick extends Pick {
  readonly answer: (ids: ReadonlyArray<string> | undefined) => void
}

/** What stands before an answer that was typed and not chosen. */
export const createdPrefix = "+"

const open = new PageValue<OpenPick | undefined>(undefined)

/** Asks for one thing: its id, or undefined when nothing was chosen. */
export const pickOne = async (pick: Pick): Promise<string | undefined> => (await ask(pick))?.[0]

/** Asks for any number of things: their ids, or undefined when the question was closed. */
export const pickMany = (pick: Pick & { readonly chosen: ReadonlyArray<string> }) => ask(pick)

const ask = (pick: Pick) =>
  new Promise<ReadonlyArray<string> | undefined>((resolve) => {
    open.get()?.answer(undefined)
    open.set({
      ...pick,
      answer: (ids) => {
        open.set(undefined)
        resolve(ids)
      }
    })
  })

/** Whether something is asked, though its dialog may still be on its way. */
export const isAsking = () => open.get() !== undefined

export const useOpenPick = () => usePageValue(open)
