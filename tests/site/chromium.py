# SPDX-License-Identifier: MIT
"""A headless Chromium that is led through its pipe of remote debugging: the Chrome DevTools Protocol, messages in JSON that end with a zero byte."""

import json
import os
import select
import shutil
import subprocess
import tempfile
import time


class Chromium:
    """One page of a browser. As a context manager the browser ends with the block."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="dcm-chromium-")
        ours, theirs = os.pipe(), os.pipe()  # what the browser reads, and what the browser writes
        # The browser has the two ends as descriptors 3 and 4. Its sandbox does not work for root, nor in containers; the pages are our own.
        program = 'exec 3<&%d 4>&%d; exec "$@"' % (ours[0], theirs[1])
        arguments = ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--remote-debugging-pipe",
                     "--no-first-run", "--hide-scrollbars", "--user-data-dir=" + self.folder, "about:blank"]
        with open(os.path.join(self.folder, "log"), "wb") as log:
            self.process = subprocess.Popen(["bash", "-c", program, "bash", *arguments], pass_fds=(ours[0], theirs[1]), stdout=log, stderr=log)
        os.close(ours[0])
        os.close(theirs[1])
        self.to, self.of, self.rest, self.number = ours[1], theirs[0], b"", 0
        self.session, self.events = None, []
        target = next(one for one in self.call("Target.getTargets")["targetInfos"] if one["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        os.close(self.to)
        os.close(self.of)
        shutil.rmtree(self.folder, ignore_errors=True)

    def read(self, seconds=120):
        """The next message of the browser."""
        end = time.monotonic() + seconds
        while b"\0" not in self.rest:
            if not select.select([self.of], [], [], max(0, end - time.monotonic()))[0]:
                raise TimeoutError("Chromium has not answered for %d s" % seconds)
            data = os.read(self.of, 1 << 20)
            if not data:
                with open(os.path.join(self.folder, "log"), errors="replace") as log:
                    raise RuntimeError("Chromium has ended: " + log.read()[-2000:])
            self.rest += data
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.read()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)

    def wait_for(self, method):
        """The parameters of the first event of this kind that has not been waited for."""
        while True:
            for i, event in enumerate(self.events):
                if event["method"] == method:
                    return self.events.pop(i)["params"]
            self.events.append(self.read())

    def evaluate(self, expression):
        """The value of an expression of JavaScript, which may be a promise."""
        answer = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"].get("exception", {}).get("description") or answer["exceptionDetails"]["text"])
        return answer["result"].get("value")

    def open(self, url):
        self.events.clear()
        self.call("Page.navigate", url=url)
        self.wait_for("Page.loadEventFired")

    def size(self, width, height=900):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)

    def scheme(self, name):
        """light or dark, as the system of the reader asks for."""
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": name}])

    def complaints(self):
        """Errors and warnings of the console, and what was asked for that is no file, since the page was opened."""
        found = []
        for event in self.events:
            what, is_about = event.get("params", {}), event.get("method")
            if is_about == "Runtime.exceptionThrown":
                found.append(what["exceptionDetails"].get("exception", {}).get("description") or what["exceptionDetails"]["text"])
            elif is_about == "Log.entryAdded" and what["entry"]["level"] in ("error", "warning"):
                found.append(f"{what['entry']['text']} {what['entry'].get('url', '')}")
            elif is_about == "Runtime.consoleAPICalled" and what["type"] in ("error", "warning", "assert"):
                found.append(" ".join(str(one.get("value", one.get("description"))) for one in what["args"]))
            elif is_about == "Network.loadingFailed" and not what.get("canceled"):
                found.append(f"not loaded: {what['type']} {what['errorText']}")
            elif is_about == "Network.requestWillBeSent" and not what["request"]["url"].startswith(("file:", "data:", "blob:", "about:")):
                found.append("asks the network for " + what["request"]["url"])
        return found
