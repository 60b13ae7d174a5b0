import { Button } from "../ui/Button.tsx"

interface Props {
  readonly by: string | undefined
  readonly onRead: () => void
}

/** A warning above the composer: somebody else has written meanwhile. */
export function Interruption({ by, onRead }: Props) {
  return (
    <div role="status" className="contents">
      {by === undefined ? undefined : (
        <p className="flex flex-wrap items-center gap-2 rounded-md bg-chosen py-0.5 pr-0.5 pl-2 text-sm">
          <span className="flex-1">{by} wrote while you were typing. Read it before you send.</span>
          <Button onClick={onRead}>I have read it</Button>
        </p>
      )}
    </div>
  )
}
