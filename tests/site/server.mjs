// A server of static files, like any web server, that can be stopped.
import {readFile} from 'node:fs/promises';
import {createServer} from 'node:http';
import {extname, join} from 'node:path';

const TYPES = {
    '.html': 'text/html',
    '.js': 'text/javascript',
    '.css': 'text/css',
    '.svg': 'image/svg+xml',
    '.webmanifest': 'application/manifest+json'
};

export class Server {
    static async start(folder) {
        const server = new Server();
        server.asked = []; // the files that were sent
        server.http = createServer(async (request, response) => {
            const name = new URL(request.url, 'http://x').pathname.replace(/\/$/, '/index.html');
            try {
                const body = await readFile(join(folder, name));
                server.asked.push(name);
                response.writeHead(200, {'content-type': TYPES[extname(name)] ?? 'text/plain'}).end(body);
            } catch {
                response.writeHead(404).end();
            }
        });
        await new Promise(resolve => server.http.listen(0, '127.0.0.1', resolve));
        server.url = `http://127.0.0.1:${server.http.address().port}/`;
        return server;
    }

    async stop() {
        this.http.closeAllConnections();
        await new Promise(resolve => this.http.close(resolve));
    }
}
