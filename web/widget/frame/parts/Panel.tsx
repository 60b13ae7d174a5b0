import { useLayoutEffect, useRef } from "preact/hooks"
import { useWidget, useWords } from "../context.ts"
import { useValue } from "../useValue.ts"
import { Home } from "./Home.tsx"
import { Icon } from "./Icon.tsx"
import { NewRequest } from "./NewRequest.tsx"
import { Problem } from "./Problem.tsx"
import { SignIn } from "./SignIn.tsx"
import { Skeleton } from "./Skeleton.tsx"
import { Thread } from "./Thread.tsx"

/** The open panel: a non-modal dialog, since the page behind it stays usable. */
export const Panel = () => {
  const widget = useWidget()
  const words = useWords()
  const view = useValue(widget.view)
  const session = useValue(widget.session.state)
  const requests = useValue(widget.requests)
  const announced = useValue(widget.announced)
  const isIn = session.name === "in" && requests !== undefined
  const { isInline } = widget.boot
  const panel = useRef<HTMLDivElement>(null)

  // Each view starts with the focus on its heading. An inline widget leaves the focus alone until it is used.
  const shown = isIn ? (view.name === "thread" ? view.ticketId : view.name) : session.name
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is another view that is the reason
  useLayoutEffect(() => {
    if (!isInline || widget.isUsed) panel.current?.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true })
  }, [shown, isInline])

  return (
    <div class="panel" ref={panel} {...{ role: isInline ? "region" : "dialog", "aria-label": words.support }}>
      <div class="head">
        {isIn && view.name !== "home" && (
          <button type="button" class="plain" aria-label={words.back} onClick={() => widget.goHome()}>
            <Icon name="back" />
          </button>
        )}
        <strong>{session.name === "in" ? session.me.brand.name : widget.brand.name || words.support}</strong>
        {!isInline && (
          <button type="button" class="plain" aria-label={words.close} onClick={() => widget.close()}>
            <Icon name="close" />
          </button>
        )}
      </div>
      <div class="fill">
        {session.name === "starting" && <Skeleton />}
        {session.name === "failed" && (
          <section class="scroll">
            <h1 tabIndex={-1}>{words.support}</h1>
            <Problem error={session.error} retry={() => widget.tryAgain()} />
          </section>
        )}
        {(session.name === "out" || session.name === "mailed" || session.name === "linked") && (
          <SignIn state={session} key={session.name} />
        )}
        {isIn && view.name === "home" && <Home requests={requests} me={session.me} by={session.by} />}
        {isIn && view.name === "new" && <NewRequest requests={requests} me={session.me} draft={view.draft} />}
        {isIn && view.name === "thread" && <Thread requests={requests} ticketId={view.ticketId} key={view.ticketId} />}
      </div>
      <p class="unseen" role="status">
        {announced}
      </p>
    </div>
  )
}
