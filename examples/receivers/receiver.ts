// Receives webhooks of Sundial with nothing but Node.js, and prints the type, the id and the game of each event once.
//
//     tsc --target es2022 --module nodenext --strict --types node receiver.ts
//     WEBHOOK_SECRET=whsec_… HOST=127.0.0.1 PORT=8010 node receiver.js
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from "node:http";

interface Event {
  id: number;
  type: string;
  game: string | null;
  data: { challenge?: string };
}

const TOLERANCE = 300; // seconds that the clocks may differ
const LONGEST = 100_000;
const key = Buffer.from((process.env.WEBHOOK_SECRET ?? "").replace(/^whsec_/, ""), "base64");
if (!key.length) throw new Error("WEBHOOK_SECRET is missing");
const seen = new Set<string>();

async function read(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > LONGEST) throw new Error("too long");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

// Whether one of the signatures is by the secret, and not older than five minutes.
function isSigned(headers: IncomingHttpHeaders, body: Buffer): boolean {
  const [id, moment, signatures] = ["id", "timestamp", "signature"].map((name) => String(headers[`webhook-${name}`] ?? ""));
  if (!/^[0-9]{1,12}$/.test(moment!) || Math.abs(Date.now() / 1000 - Number(moment)) > TOLERANCE) return false;
  const mac = createHmac("sha256", key).update(`${id}.${moment}.`).update(body).digest("base64");
  const right = Buffer.from(`v1,${mac}`);
  return signatures!.split(" ").some((each) => {
    const given = Buffer.from(each);
    return given.length === right.length && timingSafeEqual(given, right);
  });
}

const server = createServer(async (request, response) => {
  try {
    const body = await read(request);
    if (!isSigned(request.headers, body)) {
      response.writeHead(401).end();
      return;
    }
    const event = JSON.parse(body.toString()) as Event;
    if (event.type === "webhook.challenge") {
      response.writeHead(200).end(event.data.challenge);
      return;
    }
    response.writeHead(204).end();
    const id = String(request.headers["webhook-id"]);
    if (seen.has(id)) return;
    seen.add(id);
    console.log(event.type, event.id, event.game ?? "-");
  } catch {
    request.destroy();
  }
});
server.listen(Number(process.env.PORT ?? "8010"), process.env.HOST ?? "127.0.0.1");
