// Reports the sentences of over 30 words: on pages and in emails each of them, in a document if they are too many.
import { SentenceSplitterSyntax as Part, split } from "sentence-splitter";
import { StringSource } from "textlint-util-to-string";

const WORDS = 30;
const SHARE = 0.03;

const countWords = (text) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

export default function ({ Syntax, RuleError, report, locator, getFilePath }) {
    const long = [];
    let all = 0;
    function read(node) {
        const replacer = ({ node, maskValue }) => (node.type === Syntax.Code ? maskValue("x") : undefined);
        const source = new StringSource(node, { replacer });
        const sentences = split(source.toString());
        for (const { raw, range } of sentences.filter(({ type }) => type === Part.Sentence)) {
            const count = countWords(raw);
            all += count > 0;
            if (count > WORDS) {
                long.push({ node, count, index: source.originalIndexFromIndex(range[0]) });
            }
        }
    }
    function judge() {
        const allowed = getFilePath().endsWith(".md") ? all * SHARE : 0;
        for (const { node, count, index } of long.length > allowed ? long : []) {
            const message = `${count} words; ${long.length} of ${all} sentences here have over ${WORDS}.`;
            report(node, new RuleError(message, { padding: locator.at(index) }));
        }
    }
    return { [Syntax.Paragraph]: read, [Syntax.TableCell]: read, [Syntax.DocumentExit]: judge };
}
