/** Servers that are named; of more there is "and others". */
const named = 2

/** How many pictures there are and where, such as "3 from news.example". */
export const pictureWords = ({
  count,
  hosts
}: {
  readonly count: number
  readonly hosts: ReadonlyArray<string>
}): string => `${count} from ${hosts.slice(0, named).join(", ")}${hosts.length > named ? " and others" : ""}`
