import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { client } from "../app/client.ts"

/** Milliseconds after the last keystroke before the text is counted. */
const pause = 300

/** The text messages and segments that a reply takes, shown while it is written. */
export function TextCost({ brandId, text }: { readonly brandId: string; readonly text: string }) {
  const [counted, setCounted] = useState(text.trim())
  useEffect(() => {
    const timer = setTimeout(() => setCounted(text.trim()), pause)
    return () => clearTimeout(timer)
  }, [text])
  const { data } = useQuery({
    queryKey: ["text-cost", brandId, counted],
    queryFn: () => client.smsNumbers.preview(brandId, { text: counted }),
    enabled: counted !== "",
    placeholderData: keepPreviousData,
    // The result for a text does not change, and no text is asked about twice.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0
  })
  if (counted === "" || data === undefined) return undefined
  return (
    <span className="text-sm text-soft">
      {data.shortened
        ? "Too long for text messages. The beginning is sent, with a link to the rest."
        : data.parts === 1
          ? "One text message"
          : `${data.parts} text messages`}
      , {data.segments} {data.segments === 1 ? "segment" : "segments"}
    </span>
  )
}
