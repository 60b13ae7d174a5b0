import { PageValue, usePageValue } from "../ui/PageValue.ts"

/** One answer to choose. */
export interface Option {
  readonly id: string
  readonly label: string
  /** Shown less prominently after the label. */
  readonly hint?: string | undefined
  readonly color?: string | undefined
  readonly keys?: string | undefined
  readonly group?: string | undefined
}

/** A question with a list of answers. */
export interface Pick {
  readonly title: string
  readonly placeholder?: string
  /** All options, filtered by the typed text, or a search for them. */
  readonly options: ReadonlyArray<Option> | ((text: string) => Promise<ReadonlyArray<Option>>)
  /** The ids already chosen. If present, several may be chosen. */
  readonly chosen?: ReadonlyArray<string>
  /** Offers the typed text itself as an answer, under this label. */
  readonly create?: (text: string) => string
}

interface OpenPick extends Pick {
  readonly answer: (ids: ReadonlyArray<string> | undefined) => void
}

/** Prefix of the id of an answer that was typed rather than chosen. */
export const createdPrefix = "+"

const open = new PageValue<OpenPick | undefined>(undefined)

/** Asks for one answer. Returns its id, or `undefined` if none was chosen. */
export const pickOne = async (pick: Pick): Promise<string | undefined> => (await ask(pick))?.[0]

/**
 * Asks for any number of answers. Returns their ids; `undefined` if the picker could not load or another one took its place.
 */
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

/** Whether a picker is open, even if its dialog is still loading. */
export const isAsking = () => open.get() !== undefined

export const useOpenPick = () => usePageValue(open)
