const china = ["gbk"]
const korea = ["euc-kr"]
const taiwan = ["big5"]
const centralEurope = ["iso-8859-2", "windows-1250"]

/** By top-level domain. Cyrillic is not listed: a few letters suffice to tell its charsets apart. */
const ofCountries = new Map<string, ReadonlyArray<string>>(
  Object.entries({
    cn: china,
    kr: korea,
    tw: taiwan,
    hk: taiwan,
    jp: ["euc-jp", "shift_jis"],
    th: ["windows-874"],
    gr: ["windows-1253"],
    tr: ["windows-1254"],
    cz: centralEurope,
    sk: centralEurope,
    pl: centralEurope,
    hu: centralEurope,
    si: centralEurope,
    hr: centralEurope
  })
)

/** Mail providers of one country whose domains do not show it. */
const ofProviders = new Map<string, ReadonlyArray<string>>(
  Object.entries({
    "qq.com": china,
    "foxmail.com": china,
    "163.com": china,
    "126.com": china,
    "sina.com": china,
    "sohu.com": china,
    "naver.com": korea,
    "hanmail.net": korea,
    "daum.net": korea,
    "hinet.net": taiwan
  })
)

/** The legacy charsets that a sender most likely uses, judged by the domain in the raw From field. */
export const likelyCharsets = (from: string): ReadonlyArray<string> => {
  const domain = /@([\w.-]{1,253})[\s>]*$/.exec(from.slice(-1_000))?.[1]?.toLowerCase() ?? ""
  const [country = "", name = ""] = domain.split(".").reverse()
  return ofProviders.get(`${name}.${country}`) ?? ofCountries.get(country) ?? []
}
