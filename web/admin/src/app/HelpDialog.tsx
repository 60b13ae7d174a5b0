import { useState } from "react"
import { Dialog } from "../ui/Dialog.tsx"
import { Checkbox } from "../ui/Field.tsx"
import { Kbd } from "../ui/Kbd.tsx"
import { useCurrentCommands } from "./commands.ts"
import { setSingleKeys, singleKeysOn } from "./keyboard.ts"

/** Every key that does something here and now. */
export default function HelpDialog({ onClose }: { readonly onClose: () => void }) {
  const commands = useCurrentCommands().filter(({ keys }) => keys !== undefined)
  const [on, setOn] = useState(singleKeysOn)
  const groups = [...new Set(commands.map(({ group }) => group))]
  return (
    <Dialog title="Keyboard" size="large" onClose={onClose}>
      <div className="mb-4">
        <Checkbox
          label="Single letters do something"
          hint="Turn it off when you dictate: what has ⌘ or Ctrl goes on working."
          checked={on}
          onChange={(event) => {
            setSingleKeys(event.target.checked)
            setOn(event.target.checked)
          }}
        />
      </div>
      <div className="columns-1 gap-8 md:columns-2">
        {groups.map((group) => (
          <section key={group} className="mb-4 break-inside-avoid">
            <h3 className="mb-1 text-sm font-semibold text-soft">{group}</h3>
            <dl>
              {commands
                .filter((command) => command.group === group)
                .map(({ id, keys, label }) => (
                  <div key={id} className="flex items-center justify-between gap-4 py-0.5">
                    <dt>{label}</dt>
                    <dd>
                      <Kbd keys={keys ?? ""} />
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
