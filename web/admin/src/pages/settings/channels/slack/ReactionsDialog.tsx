import type { SlackInstallation } from "@trunkline/sdk"
import { useState } from "react"
import { FormDialog } from "../../../../forms/FormDialog.tsx"
import { Field, TextInput } from "../../../../ui/Field.tsx"
import { fieldError } from "../../../../ui/fieldError.ts"
import { meanings, type Reactions, reactionsOf, wordsOf } from "./reactionWords.ts"

interface Props {
  readonly installation: SlackInstallation
  /** `null` restores the defaults. */
  readonly save: (reactions: Reactions | null) => Promise<unknown>
  readonly onClose: () => void
}

/** Sets what emoji reactions to a message do in a workspace. */
export function ReactionsDialog({ installation, save, onClose }: Props) {
  const [words, setWords] = useState(() => wordsOf(installation.reactions))
  return (
    <FormDialog
      title={`Reactions in ${installation.teamName}`}
      verb="Save"
      submit={() => save(reactionsOf(words))}
      onClose={onClose}
    >
      {(error) => (
        <>
          <p className="text-soft">Enter emoji names, such as :raised_hand:, separated by spaces.</p>
          {meanings.map(([meaning, label], index) => (
            <Field key={meaning} label={label} error={index === 0 ? fieldError(error, "reactions") : undefined}>
              <TextInput
                value={words[meaning]}
                onChange={(event) => setWords({ ...words, [meaning]: event.target.value })}
                autoComplete="off"
              />
            </Field>
          ))}
        </>
      )}
    </FormDialog>
  )
}
