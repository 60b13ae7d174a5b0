import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import { ApiError } from "../../../../sdk/src/portal.ts"
import { useWidget, useWords } from "../context.ts"
import type { SessionState } from "../Session.ts"
import { Problem } from "./Problem.tsx"

/** Sign-in for visitors whom the page has not identified. */
export const SignIn = ({ state }: { readonly state: SessionState }) => {
  const words = useWords()
  const { session } = useWidget()
  if (state.name === "linked") return <FollowedLink link={state.link} />
  if (state.name === "mailed")
    return (
      <Text title={words.lookIntoMail}>
        <p>
          {words.linkSent(state.email)} {words.linkRules}
        </p>
        <p class="soft">{words.nothingThere}</p>
        <button type="button" class="quiet" onClick={() => session.askAgain()}>
          {words.otherAddress}
        </button>
      </Text>
    )
  if (state.name === "out" && state.by !== "mail")
    return (
      <Text title={words.support}>
        <p>{words.signInFirst}</p>
      </Text>
    )
  return (
    <Text title={words.support}>
      <p>
        {words.whoAreYou} {words.noPassword}
      </p>
      <AddressForm />
    </Text>
  )
}

const Text = ({ children, title }: { readonly title: string; readonly children: ComponentChildren }) => (
  <section class="scroll">
    <h1 tabIndex={-1}>{title}</h1>
    {children}
  </section>
)

const AddressForm = () => {
  const words = useWords()
  const { session } = useWidget()
  const [error, setError] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const email = new FormData(event.currentTarget as HTMLFormElement).get("email")
    setError(undefined)
    setBusy(true)
    await session.mailLink(`${email}`).catch(setError)
    setBusy(false)
  }
  return (
    <form onSubmit={submit}>
      <label for="email">{words.email}</label>
      <input id="email" name="email" type="email" autocomplete="email" required maxLength={254} />
      {error !== undefined && <Problem error={error} />}
      <button type="submit" class="primary wide" disabled={isBusy}>
        {isBusy ? words.sending : words.mailMe}
      </button>
    </form>
  )
}

/** Asks for a press of a button: mail scanners open links too, but press no buttons. */
const FollowedLink = ({ link }: { readonly link: string }) => {
  const words = useWords()
  const { session } = useWidget()
  const [error, setError] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const follow = async () => {
    setError(undefined)
    setBusy(true)
    await session.followLink(link).catch(setError)
    setBusy(false)
  }
  if (error instanceof ApiError && error.code === "invalid_token")
    return (
      <Text title={words.linkOver}>
        <p role="alert">{words.linkOverWhy}</p>
        <AddressForm />
      </Text>
    )
  return (
    <Text title={words.almostThere}>
      <p>{words.oneMoreClick}</p>
      {error !== undefined && <Problem error={error} />}
      <button type="button" class="primary" disabled={isBusy} onClick={follow}>
        {words.signIn}
      </button>
    </Text>
  )
}
