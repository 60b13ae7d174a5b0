import { useLanguage } from "../context.ts"

/** A time of today, or a date; the whole of it to who points at it. */
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
