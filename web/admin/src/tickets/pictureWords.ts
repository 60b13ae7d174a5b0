/** The most servers to name; any further ones are "and others". */
const named = 2

/** The number of pictures and their servers, such as "3 from news.example". */
export const pictureWords = ({
  count,
  hosts
}: {
  readonly count: number
  readonly hosts: ReadonlyArray<string>
}): string => `${count} from ${hosts.slice(0, named).join(", ")}${hosts.length > named ? " and others" : ""}`
