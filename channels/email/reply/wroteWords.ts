/**
 * The word for "wrote" in the line above a quote, one row per language that mail programs support; of several words, the
 * characteristic one. A row may have both genders, both tenses, and the words of several programs.
 */
const words = `
af geskryf
am ጻፈ, ጽፏል
ar كتب, كتبت, كتبه, كتابة
az yazdı, yazıb
be піша, напісаў, напісала
bg написа, пише
bn লিখেছেন, লিখেছে
bs napisao, napisala
ca escriure, escrigué, escrit, missatge
cs napsal, napsala, píše
cy ysgrifennodd
da skrev
de schrieb, geschrieben, schreibt
el έγραψε
en wrote, writes, said
eo skribis
es escribió, escribio, escrito, escribiste
et kirjutas
eu idatzi, igorleak
fa نوشت, نوشته
fi kirjoitti
fil sumulat, isinulat
fr écrit, écrivait
ga scríobh
gl escribiu
gu લખ્યું
he כתב, כתבה, מאת
hi लिखा
hr napisao, napisala, piše
hu írta, írt
hy գրել, գրեց
id menulis
is skrifaði, reit
it scritto, scrive
ja 書きました, 書き込みました, 書いた, のメール
ka დაწერა
kk жазды
km បានសរសេរ
kn ಬರೆದಿದ್ದಾರೆ, ಬರೆದರು
ko 작성, 썼습니다, 님이 쓴
lt rašė, parašė
lv rakstīja
mk напиша
ml എഴുതി
mn бичсэн
mr लिहिले
ms menulis
my ရေးသားခဲ့သည်
nb skrev, skreiv
ne लेख्नुभयो
nl schreef, geschreven
pa ਲਿਖਿਆ
pl napisał, napisała, pisze, napisano
pt escreveu
ro scris
ru написал, написала, пишет, писал, писала
si ලිව්වා
sk napísal, napísala
sl napisal, napisala, oseba
sq shkroi, shkruar
sr написао, написала
sv skrev
sw aliandika, ameandika
ta எழுதியது, எழுதினார்
te రాశారు, వ్రాసారు
th เขียนว่า, เขียน
tr yazdı, tarihinde
uk пише, написав, написала, писав
ur لکھا
uz yozdi
vi viết
zh 写道, 寫道, 撰写, 编写, 写到, 寫到, 写了
`

const rows = words.trim().split("\n")

/** Languages whose attributions are recognized by their verb. */
export const wroteLanguages: ReadonlyArray<string> = rows.map((row) => row.slice(0, row.indexOf(" ")))

/** Scripts without spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Khmer}\p{Script=Myanmar}]/u

const verbs = rows.flatMap((row) => row.slice(row.indexOf(" ") + 1).split(", "))
const spacedVerbs: ReadonlySet<string> = new Set(verbs.filter((verb) => !unspaced.test(verb)))
const unspacedVerbs = new RegExp(verbs.filter((verb) => unspaced.test(verb)).join("|"))

/** Whether a line has a word for "wrote". */
export const saysWrote = (line: string): boolean =>
  line
    .toLowerCase()
    .split(/[^\p{L}\p{M}]+/u)
    .some((word) => spacedVerbs.has(word)) ||
  (/[^\x20-\x7e]/.test(line) && unspacedVerbs.test(line))

/** Matches the words that attributions begin with, at the start of a line. */
export const attributionOpener =
  /^(?:on|at|am|il giorno|il|le|el|em|a|o|op|den|le|dnia|dne|dňa|w dniu|în data|în|pe|la|на|στις|την|pada|vào|v|u|az?|dana|ngày|tarihinde|ในวันที่|在|於|于|בתאריך|ב-|في|بتاريخ|در|ke|sa|në|kontakt|missatge|missatge de)[\s\d,]/iu
