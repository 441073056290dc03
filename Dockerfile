# One image for the cloud and for the host: `docker compose` says which command it runs.
FROM node:20.20.2-bookworm-slim

# What Appium's Android driver needs of the SDK: adb (over the network or a passed-through USB bus), aapt, and apksigner with its Java.
RUN apt-get update \
  && apt-get install -y --no-install-recommends adb aapt apksigner default-jre-headless \
  && rm -rf /var/lib/apt/lists/*

WORKDIR /opt/tapwright
COPY package.json package-lock.json .npmrc ./
# No install scripts: nothing that this program runs needs one. The Appium drivers are optional dependencies and come with this.
RUN npm ci --omit=dev --ignore-scripts
COPY . .
RUN ln -s /opt/tapwright/bin/tapwright.js /usr/local/bin/tapwright \
  && install -d -o node -g node -m 0700 /home/node/.tapwright

USER node
ENV NODE_ENV=production TAPWRIGHT_HOME=/home/node/.tapwright ANDROID_HOME=/usr/lib/android-sdk JAVA_HOME=/usr/lib/jvm/default-java
EXPOSE 8420
CMD ["tapwright", "--help"]
