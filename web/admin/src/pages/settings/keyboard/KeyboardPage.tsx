import { useState } from "react"
import { allKeyed } from "../../../app/allKeyed.ts"
import { keysOf, saveKeyChoices, useKeyChoices } from "../../../app/keyChoices.ts"
import { SingleKeys } from "../../../app/SingleKeys.tsx"
import { Button } from "../../../ui/Button.tsx"
import { Card } from "../../../ui/Card.tsx"
import { Page } from "../../../ui/Page.tsx"
import { KeyRow } from "./KeyRow.tsx"

/** All keys and what they do. Each can be changed or turned off. */
export default function KeyboardPage() {
  const choices = useKeyChoices()
  const [changed, setChanged] = useState<string>()
  const commands = allKeyed().map(({ keys, ...command }) => ({
    ...command,
    own: keys,
    keys: keysOf(command.id, keys)
  }))
  const groups = [...new Set(commands.map(({ group }) => group))]
  const choose = (id: string, keys: string | null | undefined) => {
    const { [id]: _, ...others } = choices.keys
    void saveKeyChoices({ ...choices, keys: keys === undefined ? others : { ...others, [id]: keys } })
    setChanged(undefined)
  }
  return (
    <Page
      title="Keyboard"
      lead="Your personal shortcuts, which apply wherever you sign in. Menus, buttons and the help show the keys that you choose."
      actions={
        <Button
          disabled={Object.keys(choices.keys).length === 0}
          onClick={() => void saveKeyChoices({ ...choices, keys: {} })}
        >
          Reset all
        </Button>
      }
    >
      <Card>
        <SingleKeys />
      </Card>
      {groups.map((group) => (
        <Card key={group} title={group}>
          <ul className="flex flex-col divide-y divide-line">
            {commands
              .filter((command) => command.group === group)
              .map((command) => (
                <KeyRow
                  key={command.id}
                  command={command}
                  all={commands}
                  isChanged={changed === command.id}
                  change={(on) => setChanged(on ? command.id : undefined)}
                  choose={(keys) => choose(command.id, keys)}
                />
              ))}
          </ul>
        </Card>
      ))}
    </Page>
  )
}
