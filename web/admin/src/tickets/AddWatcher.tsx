import { useQueryClient } from "@tanstack/react-query"
import type { Member, Ticket, Watcher } from "@trunkline/sdk"
import { useId, useState } from "react"
import { isComposing } from "../../../message/isComposing.ts"
import { client } from "../app/client.ts"
import { useSession } from "../app/session.ts"
import { memberName } from "../data/memberName.ts"
import { changeWatchers } from "../data/watchers.ts"
import { Button } from "../ui/Button.tsx"
import { CopyAsCurl } from "../ui/CopyAsCurl.tsx"
import { messageOf } from "../ui/errors.ts"
import { Field, TextInput } from "../ui/Field.tsx"
import { fieldError } from "../ui/fieldError.ts"
import { Options } from "../ui/Options.tsx"
import { newWatcher, watcherIn } from "./watcherWords.ts"

interface Props {
  readonly ticket: Ticket
  readonly watchers: ReadonlyArray<Watcher>
  /** The members who may watch it. */
  readonly members: ReadonlyArray<Member>
  readonly onUndo: (added: Watcher) => void
  readonly onClose: () => void
}

/** Adds a watcher to a ticket: a member, or anybody by email address. Stays open for the next one. */
export function AddWatcher({ ticket, watchers, members, onUndo, onClose }: Props) {
  const { brandId, id, publicId } = ticket
  const queryClient = useQueryClient()
  const { member } = useSession()
  const [text, setText] = useState("")
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const listId = useId()
  const others = members.filter((member) => !watchers.some(({ memberId }) => memberId === member.id))
  const meant = () =>
    watcherIn(
      text,
      members.map((member) => ({ ...member, name: memberName(member) }))
    )
  const act = () => client.watchers.add(brandId, id, meant())
  const add = async () => {
    const { memberEmail, memberId } = meant()
    if (memberEmail === "") return setProblem("Enter a member's name or an email address")
    if (watchers.some((one) => one.memberId === memberId)) return setProblem("They are already watching")
    setBusy(true)
    setProblem(undefined)
    const added = newWatcher(id, { memberId, memberEmail }, member.id)
    try {
      await changeWatchers(queryClient, id, {
        act,
        done: { text: `${memberEmail} is watching ${publicId}`, action: { label: "Undo", run: () => onUndo(added) } }
      })
      // Text typed meanwhile is for the next watcher.
      setText((now) => (now === text ? "" : now))
    } catch (error) {
      setProblem(fieldError(error, "memberEmail") ?? fieldError(error, "memberId") ?? messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      noValidate
      aria-label="Add a watcher"
      className="mt-2 flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void add()
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || isComposing(event.nativeEvent)) return
        event.stopPropagation()
        onClose()
      }}
    >
      <Field label="Member or email address" error={problem}>
        <TextInput
          autoFocus
          list={listId}
          autoComplete="off"
          autoCapitalize="off"
          inputMode="email"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <datalist id={listId}>
        <Options of={others.map((member) => [member.email, memberName(member)])} />
      </datalist>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" kind="primary" busy={busy}>
          Add
        </Button>
        <CopyAsCurl act={act} />
      </div>
    </form>
  )
}
