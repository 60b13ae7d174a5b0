import { useLanguage } from "../context.ts"

/** The time if it was today, otherwise the date; the tooltip has both. */
export const Moment = ({ at }: { readonly at: string }) => {
  const { locale } = useLanguage()
  const date = new Date(at)
  const isToday = date.toDateString() === new Date().toDateString()
  const short = isToday ? ({ timeStyle: "short" } as const) : ({ dateStyle: "medium" } as const)
  return (
    <time dateTime={at} title={date.toLocaleString(locale)} dir="auto">
      {new Intl.DateTimeFormat(locale, short).format(date)}
    </time>
  )
}
