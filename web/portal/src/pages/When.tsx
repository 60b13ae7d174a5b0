import { useEffect, useState } from "preact/hooks"
import { useLanguage } from "../language.ts"
import { momentText } from "../moments.ts"

/** A moment: in UTC as rendered by the server, and in the reader's own time zone where scripts run. */
export const When = ({ at }: { readonly at: string }) => {
  const { locale } = useLanguage()
  const [timeZone, setTimeZone] = useState<string | undefined>("UTC")
  useEffect(() => setTimeZone(undefined), [])
  return <time dateTime={at}>{momentText(at, locale, timeZone)}</time>
}
